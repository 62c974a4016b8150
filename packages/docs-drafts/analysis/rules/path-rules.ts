import { wordRule } from '../../word-rule.ts';

/** Files of a repository that are no product, beside those that no language ships (surface/product-files.ts). */
export const maintenanceFile = wordRule(
  {
    '(?:^|/)(?:\\.github|\\.gitlab|\\.circleci|\\.vscode|\\.idea|docs?|scripts|ci|sandbox)/':
      'scripts/build.py',
    '(?:^|/)(?:appveyor|travis|jenkins|azure-pipelines)/': 'extra/appveyor/run.cmd',
    '(?:^|/)requirements/(?:[\\w-]+/)?[\\w.-]+\\.(?:txt|in)$': 'requirements/extras/a.txt',
    '\\.(?:md|mdx|rst|lock|sum)$': 'src/door.md',
    '(?:^|/)(?:\\.[\\w.-]+|LICENSE|CODEOWNERS|Makefile|tox\\.ini|BUILD(?:\\.bazel)?|WORKSPACE|MODULE\\.bazel)$':
      'src/Makefile',
    '(?:^|/)(?:package-(?:lock|support)\\.json|pnpm-lock\\.yaml|bower\\.json)$': 'web/package-lock.json',
    '(?:^|/)(?:mkdocs\\.ya?ml|biome\\.json|tsconfig[\\w.]*\\.json)$': 'web/tsconfig.json',
  },
  (anyPath) => new RegExp(anyPath),
);

/** Code at the root; other files there are settings of tools, pictures and papers (`tea.yaml`, `CITATION.cff`). */
export const sourceFile = wordRule({
  '\\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|scss|less|html?)$': 'door.ts',
  '\\.(?:pyi?|go|rs|rb|java|kt|swift|php|cs|c|cc|cpp|h|hpp|m|lua|exs?|erl|zig|nix)$': 'door.go',
  '\\.(?:sql|proto|graphql|prisma|sh|ps1)$': 'door.sql',
  '(?:^|/)(?:Dockerfile|compose[\\w.-]*|docker-compose[\\w.-]*)$': 'Dockerfile',
});

/** Lists of what developers install. */
export const developerRequirements = wordRule({
  '(?:^|/)requirements[/_-](?:dev|tests?|testing|docs?|ci|lint|local|tools?)[\\w.-]*\\.(?:txt|in)$':
    'requirements/dev.txt',
});
