import { m } from '../messages/index.ts';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Section } from '../parts/display/section.tsx';
import { useDrafts } from '../replica/index.ts';
import { MePage } from './me-page.tsx';
import './drafts-page.css';

/** Texts that were typed in this browser and never reached the server. */
export function DraftsPage() {
  const drafts = useDrafts();
  return (
    <MePage title={m.users.drafts}>
      {drafts.length === 0 ? (
        <EmptyState icon="edit" title={m.users.noDrafts} text={m.users.draftsText} />
      ) : (
        <Section title={m.users.drafts} text={m.users.draftsText}>
          <ul className="drafts-list">
            {drafts.map(({ key, text }) => (
              <li key={key} className="drafts-item">
                <p className="drafts-text">{text}</p>
                <CopyButton text={text} label={m.users.copyDraft} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </MePage>
  );
}
