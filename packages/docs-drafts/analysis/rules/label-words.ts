import { type Words, wordRule } from '../../word-rule.ts';

const labels = (words: Words) => wordRule(words, (anyWord) => new RegExp(`\\b${anyWord}\\b`, 'i'));

/**
 * The commit type of the labels of a pull request; the first one that matches counts. `chore` also covers labels that
 * keep a change out of changelogs.
 */
export const labelKinds = {
  breaking: wordRule({
    breaking: 'breaking-change',
    'semver[ :/_-]*major': 'semver: major',
    'backwards?[ -]incompatib': 'backward incompatible',
  }),
  chore: wordRule({
    '(?:skip|no|ignore|exclude|without)[ :/_-]*(?:changelog|release[ _-]?notes?|changeset)': 'skip-changelog',
  }),
  security: labels({ security: 'security' }),
  deps: labels({ 'dependenc(?:y|ies)|deps': 'dependencies', renovate: 'renovate' }),
  docs: labels({ 'docs?|documentation': 'documentation' }),
  ci: labels({ ci: 'ci', 'github[ _-]actions': 'github_actions', 'tests?|testing': 'testing' }),
  refactor: labels({
    'refactor\\w*|internal|chore|build': 'internal',
    'maintenance|housekeeping|tooling|infra\\w*': 'maintenance',
  }),
  fix: labels({ 'bug(?:fix)?|fix|regression': 'bug' }),
  feat: labels({ 'enhancement|feature|feat|new': 'enhancement' }),
  perf: labels({ 'perf(?:ormance)?': 'performance' }),
};
