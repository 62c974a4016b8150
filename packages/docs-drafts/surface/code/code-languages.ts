import { anyPattern } from '../../word-rule.ts';

/** How often the claims of a language were right, on ranges labelled before anyone saw them. */
export interface Measured {
  ranges: number;
  /** Claims of "breaks" that a label confirms. */
  right: number;
  claims: number;
  /** Labels that a claim finds. */
  found: number;
  labels: number;
}

export interface CodeLanguage {
  title: string;
  files: RegExp;
  /** The tree-sitter grammar; undefined if a reader of our own suffices. */
  grammar: Grammar | undefined;
  /** The language of fenced code blocks. */
  fence: string;
  /** What stands between the name of a type and that of its member. */
  separator: string;
  /** Files without which a repository of the language is an application, which offers nothing to others. */
  manifest: RegExp | undefined;
  /** Tests and internals by the conventions of the language, beside those of every language. */
  leftOut: RegExp;
  measured: Measured | undefined;
}

export type Grammar = 'python' | 'go' | 'rust' | 'java' | 'c-sharp' | 'php' | 'ruby';

const languages = {
  rust: {
    title: 'Rust',
    files: /\.rs$/,
    grammar: 'rust',
    fence: 'rust',
    separator: '::',
    manifest: /(?:^|\/)Cargo\.toml$/,
    leftOut: /(?:^|\/)(?:benches|tests|build\.rs$|src\/bin\/|xtask\/)/,
    measured: { ranges: 47, right: 44, claims: 48, found: 33, labels: 65 },
  },
  java: {
    title: 'Java',
    files: /\.java$/,
    grammar: 'java',
    fence: 'java',
    separator: '.',
    manifest: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|build\.sbt|BUILD(?:\.bazel)?)$/,
    leftOut:
      /(?:^|\/)(?:internal|impl|jmh|(?:android|integration|functional)Tests?|[\w-]*-tests?)\/|Tests?\.java$/i,
    measured: undefined,
  },
  'c-sharp': {
    title: 'C#',
    files: /\.cs$/,
    grammar: 'c-sharp',
    fence: 'csharp',
    separator: '.',
    manifest: /\.(?:cs|shared)?proj$/,
    leftOut:
      /(?:^|\/)(?:Internals?|obj|[\w.-]*[._-]?(?:Tests?|Specs?|Benchmarks?|Samples?|Examples?|Sandbox))\/|\.(?:g|Designer|AssemblyInfo)\.cs$/i,
    measured: undefined,
  },
  php: {
    title: 'PHP',
    files: /\.php$/,
    grammar: 'php',
    fence: 'php',
    separator: '::',
    manifest: /(?:^|\/)composer\.json$/,
    leftOut:
      /(?:^|\/)(?:Tests?|Internal|stubs?|config|database|resources|public)\/|Test(?:Case)?\.php$|\.phpt$/i,
    measured: undefined,
  },
  ruby: {
    title: 'Ruby',
    files: /^(?:[\w.-]+\/)?lib\/.*\.rb$/,
    grammar: 'ruby',
    fence: 'ruby',
    separator: '#',
    manifest: /\.gemspec$/,
    leftOut: /(?:^|\/)(?:generators|templates|tasks|internal)\//,
    measured: undefined,
  },
  graphql: {
    title: 'GraphQL schemas',
    files: /\.(?:graphqls?|gql)$/,
    grammar: undefined,
    fence: 'graphql',
    separator: '.',
    manifest: undefined,
    leftOut: /(?:^|\/)(?:queries|mutations|fragments|operations)\//,
    measured: undefined,
  },
  proto: {
    title: 'Protocol Buffers',
    files: /\.proto$/,
    grammar: undefined,
    fence: 'protobuf',
    separator: '.',
    manifest: undefined,
    leftOut: /(?:^|\/)(?:google\/(?:protobuf|api|rpc)|conformance)\//,
    measured: undefined,
  },
} satisfies Record<string, CodeLanguage>;

export type CodeLanguageName = keyof typeof languages;
export const codeLanguages: Record<CodeLanguageName, CodeLanguage> = languages;
export const codeLanguageNames = Object.keys(languages) as CodeLanguageName[];

/** Manifests that say whether a repository is a library; their text is kept. */
export const codeManifest = anyPattern(
  codeLanguageNames.flatMap((name) => codeLanguages[name].manifest ?? []),
);

/** The language of a file whose public names are read with the table; undefined for all others. */
export const findCodeLanguage = (path: string): CodeLanguageName | undefined =>
  codeLanguageNames.find((name) => codeLanguages[name].files.test(path));

const rangesMin = 20;
const precisionMin = 0.9;

/** True if the claims of a language were measured to be right. The others say "may break" at most. */
export const mayClaimBreaks = ({ measured }: Pick<CodeLanguage, 'measured'>): boolean =>
  measured !== undefined &&
  measured.ranges >= rangesMin &&
  measured.claims > 0 &&
  measured.right / measured.claims >= precisionMin;
