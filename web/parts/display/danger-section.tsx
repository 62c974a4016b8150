import { Button } from '../controls/button.tsx';
import { ask, type Question } from '../popups/open-dialog.tsx';
import { Section } from './section.tsx';

export interface DangerSectionProps extends Omit<Question, 'title' | 'confirm' | 'danger'> {
  /** A verb: the heading, the button, and the button of the question. */
  title: string;
  /** What the section says; without it, what the question says. */
  about?: string;
  question: string;
  /** A way out for oneself is less than a deletion for all. */
  leaves?: boolean;
}

/** A section with one button, which asks before it does what cannot be taken back easily. */
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
