#!/usr/bin/env node
// Plain, old JavaScript: the Node that is too old for Docket must still be able to read this far and say so.
const neededMajor = 26;

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  import('../src/main.ts');
} else {
  console.error(
    'Docket needs Node ' +
      neededMajor +
      ' and this is ' +
      process.versions.node +
      ': run it through npm, e.g. `npm start` or `npm run docket -- …`, which uses the Node that `npm ci` installed.',
  );
  process.exitCode = 78;
}
