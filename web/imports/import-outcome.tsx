import type { Import, ImportReport } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { isActive } from './import-queries.ts';
import './import.css';

/** How far an import is, or its report; after a dry run it can be started. */
export function ImportOutcome({ item, refetch }: { item: Import; refetch: () => unknown }) {
  const texts = m.projects.settings.import;
  const { id, report, progress, error } = item;
  const params = { id };
  if (isActive(item)) {
    const cancel = async () => {
      await api.cancelImport({ params });
      await refetch();
    };
    return (
      <Notice actions={<Button onClick={cancel}>{texts.cancel}</Button>}>
        {texts.steps[progress?.step ?? 'reading']}
        <ProgressBar label={texts.product} value={progress?.percent} max={100} />
      </Notice>
    );
  }
  if (error) return <Notice look="danger">{error.message}</Notice>;
  if (!report) return null;
  const start = async () => {
    await api.startImport({ params, body: { dryRun: false } });
    await refetch();
  };
  return (
    <>
      <Notice
        look={report.dryRun ? 'info' : 'good'}
        actions={
          report.dryRun && (
            <Button look="primary" onClick={start}>
              {texts.start(report.tickets.created)}
            </Button>
          )
        }
      >
        {texts.summary(report)}
      </Notice>
      {report.problems && report.problems.total > 0 && (
        <>
          <h3 className="import-title">{texts.problems(report.problems.total)}</h3>
          <ul>
            {report.problems.first.map(({ line, what }) => (
              <li key={`${line} ${what}`}>{`${texts.line(line)}: ${what}`}</li>
            ))}
          </ul>
        </>
      )}
      {(['changed', 'lost', 'kept'] as const).map((kind) => (
        <ReportList key={kind} title={texts[kind]} entries={report[kind]} />
      ))}
    </>
  );
}

function ReportList({ title, entries }: { title: string; entries: ImportReport['kept'] }) {
  return entries.length === 0 ? null : (
    <>
      <h3 className="import-title">{title}</h3>
      <ul>
        {entries.map(({ what, count, examples }) => (
          <li key={what}>
            {count} × {what}
            {examples.length > 0 && ` (${examples.map(shownExample).join(', ')})`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The rows of a CSV file have no key; the server names them in English. */
const shownExample = (example: string) =>
  example.replace(/^row (\d+)$/, (_, line) => m.projects.settings.import.line(Number(line)));
