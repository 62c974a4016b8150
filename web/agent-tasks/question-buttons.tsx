import { useRef } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { KeyHint } from '../parts/display/key-hint.tsx';
import { ChoiceGroup } from './question-fields.tsx';
import { type Choice, inputName, type QuestionField } from './question-form.ts';

/** The choices of a question as buttons. A press answers; so does the number of the button while one has the focus. */
export function QuestionButtons({ field }: { field: QuestionField }) {
  const chosen = useRef<HTMLInputElement>(null);
  const choose = ({ value }: Choice) => {
    if (!chosen.current) return;
    chosen.current.value = value;
    chosen.current.form?.requestSubmit();
  };
  return (
    <ChoiceGroup field={field}>
      <input type="hidden" name={inputName(field.name)} ref={chosen} />
      {field.choices.map((choice, index) => (
        <Button
          key={choice.value}
          size="large"
          className="question-button"
          look={choice.value === field.initial ? 'primary' : 'plain'}
          aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
          onClick={() => choose(choice)}
          onKeyDown={(event) => {
            const wanted = /^[1-9]$/.test(event.key) && field.choices[Number(event.key) - 1];
            if (!wanted) return;
            event.preventDefault();
            choose(wanted);
          }}
        >
          {index < 9 && <KeyHint keys={String(index + 1)} />}
          {choice.label}
        </Button>
      ))}
    </ChoiceGroup>
  );
}
