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
  /** Files beside the modules that others may use; without any in a repository, all its modules count. */
  offered?: RegExp;
  /** What the manifest of a program says, which offers nothing to others either. */
  program?: RegExp;
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
    program:
      /<packaging>\s*(?:war|ear|apk)\b|\bcom\.android\.application\b|^\s*(?:id|apply plugin:)[ (]*["']war["']/m,
    leftOut:
      /(?:^|\/)(?:internal|impl|jmh|(?:android|integration|functional)Tests?|[\w-]*-tests?)\/|Tests?\.java$/i,
    measured: { ranges: 20, right: 33, claims: 35, found: 33, labels: 40 },
  },
  'c-sharp': {
    title: 'C#',
    files: /\.cs$/,
    grammar: 'c-sharp',
    fence: 'csharp',
    separator: '.',
    manifest: /\.(?:cs|shared)?proj$/,
    program: /<OutputType>\s*(?:Win)?Exe\b|<IsPackable>\s*false|Sdk\.Web"/i,
    leftOut:
      /(?:^|\/)(?:Internals?|obj|[\w.-]*[._-]?(?:Tests?|Specs?|Benchmarks?|Samples?|Examples?|Sandbox))\/|\.(?:g|Designer|AssemblyInfo)\.cs$/i,
    measured: { ranges: 20, right: 53, claims: 55, found: 53, labels: 116 },
  },
  php: {
    title: 'PHP',
    files: /\.php$/,
    grammar: 'php',
    fence: 'php',
    separator: '::',
    manifest: /(?:^|\/)composer\.json$/,
    program: /"type"\s*:\s*"project"/,
    leftOut:
      /(?:^|\/)(?:Tests?|Internal|stubs?|config|database|resources|public)\/|Test(?:Case)?\.php$|\.phpt$/i,
    measured: { ranges: 32, right: 92, claims: 98, found: 92, labels: 96 },
  },
  kotlin: {
    title: 'Kotlin',
    files: /\.kt$/,
    grammar: undefined,
    fence: 'kotlin',
    separator: '.',
    manifest: /(?:^|\/)(?:build\.gradle(?:\.kts)?|pom\.xml|BUILD(?:\.bazel)?)$/,
    // The binary-compatibility-validator keeps a list of the public names of each module.
    offered: /(?:^|\/)api\/(?:[\w-]+\/)?[^/]+\.api$/,
    // An application of Android, a plugin of an IDE, or what starts with `gradle run`.
    program:
      /^(?!.*apply(?:\(| +)false).*(?:\bcom\.android\.(?:application|test)\b|\bplugins\.android\.(?:application|test)\b|\bjetbrains\.intellij\b|\b(?:id|apply plugin:) *\(? *["']application["'])|^\s*application\s*$/m,
    // Source sets of tests, such as `jvmTest`, and the build itself.
    leftOut:
      /(?:^|\/)(?:internal|jmh|buildSrc|build-[\w-]+|[\w-]*conventions?[\w-]*|[\w-]*-internal|(?:example|sample)s?-[\w-]+|test_|\w+(?:Test|Benchmark)s?|[\w-]*-(?:tests?|(?:example|sample|benchmark)s?))\/|Tests?\.kt$/,
    measured: { ranges: 23, right: 27, claims: 61, found: 27, labels: 38 },
  },
  ruby: {
    title: 'Ruby',
    files: /^(?:[\w.-]+\/)?lib\/.*\.rb$/,
    grammar: 'ruby',
    fence: 'ruby',
    separator: '#',
    manifest: /\.gemspec$/,
    leftOut: /(?:^|\/)(?:generators|templates|tasks|internal)\//,
    measured: { ranges: 22, right: 56, claims: 95, found: 56, labels: 65 },
  },
  graphql: {
    title: 'GraphQL schemas',
    files: /\.(?:graphqls?|gql)$/,
    grammar: undefined,
    fence: 'graphql',
    separator: '.',
    manifest: undefined,
    leftOut: /(?:^|\/)(?:queries|mutations|fragments|operations)\//,
    measured: { ranges: 27, right: 86, claims: 86, found: 86, labels: 107 },
  },
  proto: {
    title: 'Protocol Buffers',
    files: /\.proto$/,
    grammar: undefined,
    fence: 'protobuf',
    separator: '.',
    manifest: undefined,
    leftOut: /(?:^|\/)(?:google\/(?:protobuf|api|rpc)|conformance|internal)\//,
    measured: { ranges: 20, right: 71, claims: 71, found: 71, labels: 71 },
  },
} satisfies Record<string, CodeLanguage>;

export type CodeLanguageName = keyof typeof languages;
export const codeLanguages: Record<CodeLanguageName, CodeLanguage> = languages;
export const codeLanguageNames = Object.keys(languages) as CodeLanguageName[];

/** Files that say whether a repository or module is a library; their text is kept. */
export const codeManifest = anyPattern(
  codeLanguageNames.flatMap((name) => {
    const { manifest, offered } = codeLanguages[name];
    return [manifest ?? [], offered ?? []].flat();
  }),
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
