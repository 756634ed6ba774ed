//! The nearest known word to one that is not known.

/// The candidate with the least edit distance, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_by(word, candidates).map(|(_, candidate)| candidate)
}

/// The same, with its distance.
pub fn nearest_by<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<(usize, &'a str)> {
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(d, candidate)| *d <= 1 + candidate.len().min(word.len()) / 4)
        .min_by_key(|(d, _)| *d)
}

/// Damerau-Levenshtein distance (adjacent letters exchanged count once), by rows.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let at = |row: &Vec<usize>, k: usize| row.get(k).copied().unwrap_or(usize::MAX / 2);
            let above = rows.last().map_or(usize::MAX / 2, |r| at(r, j + 1));
            let diagonal = rows.last().map_or(usize::MAX / 2, |r| at(r, j));
            let mut best = (above + 1)
                .min(at(&row, j) + 1)
                .min(diagonal + usize::from(x != y));
            if i > 0 && j > 0 && a.get(i - 1) == Some(&y) && b.get(j - 1) == Some(&x) {
                let before = rows.get(i - 1).map_or(usize::MAX / 2, |r| at(r, j - 1));
                best = best.min(before + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows.last()
        .and_then(|row| row.last())
        .copied()
        .unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("sum", "sum"), 0);
        assert_eq!(distance("smu", "sum"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(nearest("sotfmax", ["softmax", "sort"]), Some("softmax"));
        assert_eq!(nearest("frobnicate", ["softmax", "sort"]), None);
    }
}
