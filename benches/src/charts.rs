//! Charts of what a case takes by its size: one SVG a case.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

/// A contestant's line: its name, and nanoseconds an element by the number of elements.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Draws a case into `folder`, both axes by logarithm. What eagerpy wrote has thick lines.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(folder: &Path, case: &str, curves: &[Curve]) -> Result<()> {
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
            (x.0..x.1 * 1.01).log_scale(),
            (y.0 * 0.8..y.1 * 1.2).log_scale(),
        )
        .map_err(|e| failed(&e))?;
    chart
        .configure_mesh()
        .x_desc("elements")
        .y_desc("nanoseconds an element")
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
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::Coordinate(640, 0))
        .background_style(WHITE.mix(0.9))
        .draw()
        .map_err(|e| failed(&e))?;
    root.present().map_err(|e| failed(&e))
}
