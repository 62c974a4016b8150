import { readGraphql } from '../schemas/read-graphql.ts';
import { readProto } from '../schemas/read-proto.ts';
import { classSyntaxes } from './class-syntax.ts';
import type { CodeFile } from './code-file.ts';
import type { CodeLanguageName } from './code-languages.ts';
import { parseClasses } from './parse-classes.ts';
import { parseKotlin } from './parse-kotlin.ts';
import { parseRuby } from './parse-ruby.ts';
import { parseRust } from './parse-rust.ts';

const readers: Record<CodeLanguageName, (text: string) => CodeFile | undefined> = {
  rust: parseRust,
  java: (text) => parseClasses(classSyntaxes.java, text),
  'c-sharp': (text) => parseClasses(classSyntaxes['c-sharp'], text),
  php: (text) => parseClasses(classSyntaxes.php, text),
  kotlin: parseKotlin,
  ruby: parseRuby,
  graphql: readGraphql,
  proto: readProto,
};

/** What a file declares for others; undefined if it cannot be parsed. Throws `TooDeep`. */
export const parseCode = (language: CodeLanguageName, text: string): CodeFile | undefined =>
  readers[language](text);
