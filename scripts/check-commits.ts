import { execFileSync } from 'node:child_process';
import { report, type Violation } from './violation.ts';

/** Older commits have longer subjects; history is not rewritten for them. */
const firstCheckedAfter = 'a8c8ed1db3827947145ad870582cf0ec6ee2b567';
const subjectLengthMax = 72;
const conventional =
  /^(?:feat|fix|perf|refactor|test|docs|build|ci|chore|style|revert)(?:\([\w,.-]+\))?!?: [a-z0-9`@]/;

export function findSubjectProblems(subjects: string[]): Violation[] {
  return subjects.flatMap((subject) => [
    ...(subject.length > subjectLengthMax
      ? [
          {
            rule: 'commit-length',
            location: subject,
            problem: `has more than ${subjectLengthMax} characters`,
          },
        ]
      : []),
    ...(conventional.test(subject) || subject.startsWith('Merge ')
      ? []
      : [
          { rule: 'commit-form', location: subject, problem: 'is not of the form `type(scope): imperative`' },
        ]),
  ]);
}

/** A shallow clone or an archive has no history to check. */
function listNewSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', '--format=%s', `${firstCheckedAfter}..HEAD`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return String(log).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

if (import.meta.main) report(findSubjectProblems(listNewSubjects()));
