//! The notice that most files begin with: filler of the length of a licence, which grants and forbids nothing.

/// About 1.2 KB with a comment's marks around its lines; `%d` and `%s` make the first line differ between folders.
pub const NOTICE: [&str; 18] = [
    "This file belongs to a made tree of sources, part %s, first written in 20%d%d.",
    "",
    "Nobody wrote what follows: it was drawn from a seed, so that programs which",
    "compress and extract trees of sources have the same work on each machine. The",
    "words of this notice stand where others keep their terms, since most files of a",
    "tree begin with the same few paragraphs, and a good compressor finds that out.",
    "",
    "Whoever reads this far may do so again in the next file, where it says the same.",
    "It makes no promise and asks for none; it gives no permission and takes none",
    "away; there is no author to be named, no year to be kept and no copy to be",
    "counted. Names that look like those of real functions, tables or people are",
    "accidents of a short list of words and of the order in which they were drawn.",
    "",
    "The text below does not compile, does not run and has no meaning. It has the",
    "lengths, the repetitions and the surprises of text that does. Should a line of",
    "it be found useful, then this is an accident too, and the line may be kept. For",
    "how it is made, and how far it is like the real thing, see the README beside the",
    "program that made it, which also lists what was measured and by which command.",
];
