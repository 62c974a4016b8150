import type { DocsJob } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import './docs-progress-view.css';

type Step = NonNullable<DocsJob['progress']>['step'];
const draftSteps: readonly Step[] = ['resolving', 'comparing', 'reading', 'drafting'];
const publishSteps: readonly Step[] = [...draftSteps, 'publishing'];

/** The steps of a job, with the one that runs now. */
export function DocsProgressView({ job, publishes = false }: { job: DocsJob; publishes?: boolean }) {
  const steps = publishes ? publishSteps : draftSteps;
  const { progress } = job;
  const current = progress ? steps.indexOf(progress.step) : -1;
  return (
    <div className="docs-progress">
      <ProgressBar
        label={m.words.progress}
        value={current < 0 ? undefined : current + finishedShare(progress)}
        max={steps.length}
      />
      <ol className="docs-progress-steps" aria-label={m.words.progress}>
        {steps.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'now' : 'later';
          return (
            <li
              key={step}
              className={`docs-progress-step docs-progress-${state}`}
              aria-current={state === 'now' ? 'step' : undefined}
            >
              <Icon name={state === 'done' ? 'check' : state === 'now' ? 'play' : 'clock'} />
              <span>{m.docs.steps[step]}</span>
              {state === 'now' && progress && progress.total > 0 && (
                <span className="figures">{m.docs.files(progress.done, progress.total)}</span>
              )}
            </li>
          );
        })}
      </ol>
      {current < 0 && <p className="docs-progress-waits">{m.docs.queued}</p>}
    </div>
  );
}

const finishedShare = (progress: DocsJob['progress']) =>
  progress && progress.total > 0 ? progress.done / progress.total : 0;
