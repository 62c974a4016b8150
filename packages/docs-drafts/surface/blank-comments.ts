const blank = (text: string) => text.replace(/[^\n]/g, ' ');

// A string ends with its line, so that a stray quote hides at most one line; raw strings may span lines.
const goShape = /`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const pythonShape =
  /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g;

/** Replaces comments by spaces, because they may contain code or single quotes. Offsets do not change. */
export const blankGoComments = (source: string) =>
  source.replace(goShape, (text) => (text.startsWith('//') || text.startsWith('/*') ? blank(text) : text));

export const blankPythonComments = (source: string) =>
  source.replace(pythonShape, (text) => (text.startsWith('#') ? blank(text) : text));
