import type { CodeLanguageName } from '../../surface/code/code-languages.ts';
import { type Files, repositoryOf, revision } from '../../two-versions.support.ts';
import { openSourceTree } from '../source-tree.ts';
import { compareCodeUnits } from '../surface-change.ts';
import { listCodeClaims, loadCodeFiles } from './compare-code.ts';

const fileBytesMax = 1_000_000;

/** The manifest that makes a repository of the language a library, and the file of one source. */
const layouts: Record<CodeLanguageName, { manifest: Files; path: string; prefix: RegExp }> = {
  rust: { manifest: { 'Cargo.toml': '[package]\nname = "lib"\n' }, path: 'src/lib.rs', prefix: /^lib::/ },
  java: { manifest: { 'pom.xml': '<project/>' }, path: 'src/main/java/Lib.java', prefix: /^/ },
  'c-sharp': { manifest: { 'Lib.csproj': '<Project/>' }, path: 'Lib.cs', prefix: /^/ },
  php: { manifest: { 'composer.json': '{"name": "acme/lib"}' }, path: 'src/Lib.php', prefix: /^/ },
  kotlin: { manifest: { 'build.gradle.kts': '' }, path: 'src/main/kotlin/Lib.kt', prefix: /^/ },
  ruby: { manifest: { 'lib.gemspec': '' }, path: 'lib/lib.rb', prefix: /^/ },
  graphql: { manifest: {}, path: 'schema.graphql', prefix: /^/ },
  proto: { manifest: {}, path: 'lib.proto', prefix: /^/ },
};

/** Two versions of a library with one source. */
export const oneSource = (language: CodeLanguageName, before: string, after: string): [Files, Files] => {
  const { manifest, path } = layouts[language];
  return [
    { ...manifest, [path]: before },
    { ...manifest, [path]: after },
  ];
};

/** `breaks removed A.f` for each claim, whether or not the language may say "breaks"; plain additions are left out. */
export async function codeVerdicts(
  language: CodeLanguageName,
  before: Files,
  after: Files,
): Promise<string[]> {
  const repository = repositoryOf(before, after);
  const { files } = await repository.compare(revision, revision, { commitsMax: 1, filesMax: 1_000 });
  const tree = await openSourceTree(repository, revision, files, { fileBytesMax });
  const changed = files.map(({ path }) => path);
  await tree.load(
    changed.flatMap((path) => (['before', 'after'] as const).map((side) => [side, path] as const)),
  );
  const found = (await loadCodeFiles(tree, changed)).filter((one) => one.language === language);
  return found
    .flatMap((one) => listCodeClaims(tree, one))
    .filter(({ change, verdict }) => change !== 'added' || verdict.grade !== 'changed')
    .map(
      ({ change, name, verdict }) =>
        `${verdict.grade} ${change} ${name.replace(layouts[language].prefix, '')}`,
    )
    .sort(compareCodeUnits);
}
