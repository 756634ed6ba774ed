//! Charts: what a case takes by its size, one SVG a case, and what compiling takes.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use crate::cases::Group;
use crate::report::Compiled;

/// A contestant's line: its name, and nanoseconds an element (or row) by the number of them.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Draws a case into `folder`, both axes by logarithm. What eagerpy wrote has thick lines.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(folder: &Path, case: &str, group: Group, curves: &[Curve]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join(format!("{case}.svg"));
    let failed = |error: &dyn std::fmt::Display| anyhow!("cannot draw {}: {error}", file.display());
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let bounds = |of: fn(&(f64, f64)) -> f64| {
        points()
            .map(of)
            .fold((f64::INFINITY, 0.0_f64), |(low, high), v| {
                (low.min(v), high.max(v))
            })
    };
    let (x, y) = (bounds(|point| point.0), bounds(|point| point.1));
    let root = SVGBackend::new(&file, (900, 560)).into_drawing_area();
    root.fill(&WHITE).map_err(|e| failed(&e))?;
    let mut chart = ChartBuilder::on(&root)
        .caption(case, ("sans-serif", 22))
        .margin(12)
        .margin_right(190)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(
            (x.0 * 0.9..x.1 * 1.1).log_scale(),
            (y.0 * 0.8..y.1 * 1.2).log_scale(),
        )
        .map_err(|e| failed(&e))?;
    chart
        .configure_mesh()
        .x_desc(group.unit())
        .y_desc(group.each())
        .draw()
        .map_err(|e| failed(&e))?;
    for (place, curve) in curves.iter().enumerate() {
        let width = if curve.name.ends_with(" fused") { 3 } else { 1 };
        let style = Palette99::pick(place).stroke_width(width);
        let line = LineSeries::new(curve.points.iter().copied(), style);
        chart
            .draw_series(line)
            .map_err(|e| failed(&e))?
            .label(curve.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        // Of one size there is no line.
        let dots = curve.points.iter();
        chart
            .draw_series(dots.map(|point| Circle::new(*point, width + 1, style.filled())))
            .map_err(|e| failed(&e))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::Coordinate(640, 0))
        .background_style(WHITE.mix(0.9))
        .draw()
        .map_err(|e| failed(&e))?;
    root.present().map_err(|e| failed(&e))
}

/// Draws what compiling took, a bar for each crate and way.
///
/// # Errors
/// If the file cannot be written.
pub fn draw_compiled(folder: &Path, compiled: &[Compiled]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join("compile.svg");
    let failed = |error: &dyn std::fmt::Display| anyhow!("cannot draw {}: {error}", file.display());
    let mut bars = Vec::new();
    for one in compiled {
        bars.push((format!("cargo check, {}", one.name), one.check.s));
        bars.push((format!("cargo build, {}", one.name), one.build.s));
    }
    bars.sort_by(|a, b| b.0.cmp(&a.0));
    let longest = bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
    let root = SVGBackend::new(&file, (900, 260)).into_drawing_area();
    root.fill(&WHITE).map_err(|e| failed(&e))?;
    let functions = compiled.first().map_or(0, |one| one.functions);
    let mut chart = ChartBuilder::on(&root)
        .caption(
            format!("compiling {functions} functions"),
            ("sans-serif", 22),
        )
        .margin(12)
        .margin_left(180)
        .x_label_area_size(40)
        .build_cartesian_2d(0.0..longest * 1.15, 0.0..bars.len() as f64)
        .map_err(|e| failed(&e))?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc("seconds")
        .draw()
        .map_err(|e| failed(&e))?;
    for (place, (name, seconds)) in bars.iter().enumerate() {
        let (low, high) = (place as f64 + 0.2, place as f64 + 0.8);
        let ours = name.ends_with("agnostic");
        let colour = Palette99::pick(usize::from(ours)).filled();
        let bar = Rectangle::new([(0.0, low), (*seconds, high)], colour);
        let beside = Text::new(
            format!("{seconds:.2} s"),
            (seconds + longest * 0.01, high - 0.1),
            ("sans-serif", 15),
        );
        // What is written stands left of the axis.
        let label = EmptyElement::at((0.0, high - 0.1))
            + Text::new(name.clone(), (-170, 0), ("sans-serif", 15));
        chart.draw_series([bar]).map_err(|e| failed(&e))?;
        chart.draw_series([beside]).map_err(|e| failed(&e))?;
        chart.draw_series([label]).map_err(|e| failed(&e))?;
    }
    root.present().map_err(|e| failed(&e))
}
