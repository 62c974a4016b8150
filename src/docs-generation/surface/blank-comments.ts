const blank = (text: string) => text.replace(/[^\n]/g, ' ');

// A string ends at the end of its line, so that a stray quote hides no more than that; raw ones go on.
const goShape = /`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const pythonShape =
  /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g;

/** Comments may hold whatever looks like code, and quotes that never end. Every character keeps its place. */
export const blankGoComments = (source: string) =>
  source.replace(goShape, (text) => (text.startsWith('//') || text.startsWith('/*') ? blank(text) : text));

export const blankPythonComments = (source: string) =>
  source.replace(pythonShape, (text) => (text.startsWith('#') ? blank(text) : text));

/** In scripts a regular expression may look like a comment: only lines that are nothing else are taken for one. */
export const blankCommentLines = (source: string) =>
  source.replace(/^[ \t]*(?:\/\/|\/\*|\* )[^\n]*/gm, blank);
