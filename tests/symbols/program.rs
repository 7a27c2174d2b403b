// SPDX-License-Identifier: GPL-3.0-or-later

// Generic functions, closures, methods of traits, with functions of the library inlined into them.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

mod shapes {
    pub trait Area { fn area(&self) -> f64; }
    pub struct Square(pub f64);
    pub struct Circle { pub radius: f64 }
    impl Area for Square { #[inline(never)] fn area(&self) -> f64 { self.0 * self.0 } }
    impl Area for Circle { #[inline] fn area(&self) -> f64 { super::twice(self.radius) * self.radius * 1.57 } }
}

#[inline(always)]
fn twice(x: f64) -> f64 { x + x }

struct Name<T>(T);
impl<T: fmt::Display> fmt::Display for Name<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "<{}>", self.0) }
}

#[inline(never)]
fn count<K: std::hash::Hash + Eq + Clone + Ord>(items: &[K]) -> BTreeMap<K, usize> {
    let mut map: HashMap<K, usize> = HashMap::new();
    for item in items { *map.entry(item.clone()).or_insert(0) += 1; }
    map.into_iter().filter(|(_, n)| *n > 0).collect()
}

#[inline(never)]
fn total(all: &[Box<dyn shapes::Area>]) -> f64 {
    all.iter().map(|one| one.area()).fold(0.0, |a, b| a + b)
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let all: Vec<Box<dyn shapes::Area>> = words.iter().enumerate().map(|(i, word)| -> Box<dyn shapes::Area> {
        if i % 2 == 0 { Box::new(shapes::Square(word.len() as f64)) } else { Box::new(shapes::Circle { radius: i as f64 }) }
    }).collect();
    let closure = |x: f64| { let y = twice(x); y * y };
    for (word, n) in count(&words) { println!("{} {} {}", Name(word), n, closure(total(&all))); }
    println!("{:?}", count(&[3u8, 1, 3]));
}
