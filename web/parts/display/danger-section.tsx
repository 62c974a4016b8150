import { Button } from '../controls/button.tsx';
import { ask, type Question } from '../popups/open-dialog.tsx';
import { Section } from './section.tsx';

export interface DangerSectionProps extends Omit<Question, 'title' | 'confirm' | 'danger'> {
  /** A verb: the heading, the button, and the button of the confirmation. */
  title: string;
  /** The text of the section; by default that of the confirmation. */
  about?: string;
  question: string;
  /** True if the person only leaves, which is less than a deletion for everybody. */
  leaves?: boolean;
}

/** A section with one button that asks before an action which is hard to undo. */
export function DangerSection({ title, about, question, leaves, ...rest }: DangerSectionProps) {
  const start = () => ask({ ...rest, title: question, confirm: title, danger: true });
  return (
    <Section title={title} text={about ?? rest.text}>
      <div>
        <Button look={leaves ? 'plain' : 'danger'} icon={leaves ? 'sign-out' : 'trash'} onClick={start}>
          {title}
        </Button>
      </div>
    </Section>
  );
}
