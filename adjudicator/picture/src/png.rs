//! From SVG to PNG: what never changes is drawn once, and the picture is written with a palette of its own colours.

use crate::{Layered, Sheet, Size};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg;
use std::collections::HashMap;
use std::fmt;

/// Why a picture could not be made.
#[derive(Debug)]
pub struct Unpainted(String);

impl fmt::Display for Unpainted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a picture could not be made: {}", self.0)
    }
}

impl std::error::Error for Unpainted {}

fn unpainted(error: impl fmt::Display) -> Unpainted {
    Unpainted(error.to_string())
}

/// The most layers that are kept; each has some megabytes.
const KEPT: usize = 8;

/// Makes PNG files, and keeps the layers that many pictures share.
#[derive(Default)]
pub struct Painter {
    layers: HashMap<String, Pixmap>,
}

impl Painter {
    /// Nothing is kept yet.
    pub fn new() -> Painter {
        Painter::default()
    }

    /// A picture as PNG. A small one has two dots for a pixel, since telephones have.
    pub fn png(&mut self, sheet: &Sheet<'_>, size: Size) -> Result<Vec<u8>, Unpainted> {
        let scale = if size == Size::Small { 2.0 } else { 1.0 };
        let Layered { size: (wide, high), kept_below, between, kept_above, top } = crate::layered(sheet, size);
        let (wide, high) = ((wide * scale).round() as u32, (high * scale).round() as u32);
        let mut picture = match kept_below {
            Some(svg) => self.layer(svg, (wide, high), scale)?.clone(),
            None => Pixmap::new(wide, high).ok_or_else(|| unpainted("it would have no room"))?,
        };
        if let Some(svg) = between {
            paint(&svg, &mut picture, scale)?;
        }
        if let Some(svg) = kept_above {
            let above = self.layer(svg, (wide, high), scale)?;
            picture.draw_pixmap(0, 0, above.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
        paint(&top, &mut picture, scale)?;
        encode(&picture)
    }

    fn layer(&mut self, svg: String, (wide, high): (u32, u32), scale: f32) -> Result<&Pixmap, Unpainted> {
        if self.layers.len() >= KEPT && !self.layers.contains_key(&svg) {
            self.layers.clear();
        }
        if !self.layers.contains_key(&svg) {
            let mut layer = Pixmap::new(wide, high).ok_or_else(|| unpainted("it would have no room"))?;
            paint(&svg, &mut layer, scale)?;
            self.layers.insert(svg.clone(), layer);
        }
        self.layers.get(&svg).ok_or_else(|| unpainted("a layer is gone"))
    }
}

fn paint(svg: &str, on: &mut Pixmap, scale: f32) -> Result<(), Unpainted> {
    let mut options = usvg::Options::default();
    // Our drawings hold no other pictures; whatever does, reads nothing from the disk.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    let tree = usvg::Tree::from_str(svg, &options).map_err(unpainted)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut on.as_mut());
    Ok(())
}

/// How many colours a file has; with more of them it would not be seen to be better, only bigger.
const MOST: usize = 80;

/// Colours are told apart to five bits each, as indexes of a table.
fn coarse(pixel: &[u8]) -> usize {
    let part = |at: usize| usize::from(pixel.get(at).copied().unwrap_or(0) >> 3);
    part(0) << 10 | part(1) << 5 | part(2)
}

/// Writes a picture with its most useful colours: those it has most of, and for the others the nearest.
fn encode(picture: &Pixmap) -> Result<Vec<u8>, Unpainted> {
    let pixels = picture.data();
    let mut sums = vec![[0u32; 4]; 1 << 15];
    for pixel in pixels.chunks_exact(4) {
        let sum = &mut sums[coarse(pixel)];
        sum[0] += 1;
        for (to, value) in sum[1..].iter_mut().zip(pixel) {
            *to += u32::from(*value);
        }
    }
    let mut seen: Vec<usize> = (0..sums.len()).filter(|at| sums[*at][0] > 0).collect();
    seen.sort_by_key(|at| (std::cmp::Reverse(sums[*at][0]), *at));
    let mean = |at: usize| {
        let [n, r, g, b] = sums[at];
        [r / n.max(1), g / n.max(1), b / n.max(1)].map(|value| value as u8)
    };
    let palette: Vec<[u8; 3]> = seen.iter().take(MOST).map(|at| mean(*at)).collect();
    let mut index = vec![0u8; 1 << 15];
    for (place, at) in seen.iter().enumerate() {
        index[*at] = if place < MOST { place as u8 } else { nearest(&palette, mean(*at)) };
    }
    let bytes: Vec<u8> = pixels.chunks_exact(4).map(|pixel| index[coarse(pixel)]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(unpainted)?;
    writer.write_image_data(&bytes).map_err(unpainted)?;
    writer.finish().map_err(unpainted)?;
    Ok(file)
}

fn nearest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let far = |other: &[u8; 3]| -> i32 {
        let part = |(a, b): (&u8, &u8)| (i32::from(*a) - i32::from(*b)).pow(2);
        other.iter().zip(&colour).map(part).sum()
    };
    let best = palette.iter().enumerate().min_by_key(|(_, other)| far(other));
    best.map_or(0, |(at, _)| at as u8)
}
