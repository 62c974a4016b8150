import { type ReactNode, type Ref, use, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../display/notice.tsx';
import { FormActions } from './form-actions.tsx';
import { DialogContext, FormContext } from './form-context.ts';
import { findRefusal, sentenceOf } from './refusal.ts';
import { complaintOf } from './validity.ts';
import './form.css';

export interface FormProps {
  /** The accessible name of the form. In a dialog it has the name of the dialog. */
  label?: string;
  /**
   * Sends the form. What it throws is shown: `details` under their fields, anything else as a sentence. Afterwards the
   * dialog around it closes, unless this returns false.
   */
  onSubmit: (values: FormData, form: HTMLFormElement) => unknown;
  /** The button that sends the form: its words, or the button itself where it has another look. */
  submit?: ReactNode;
  /** What Cancel does. In a dialog it closes the dialog. */
  onCancel?: (() => void) | undefined;
  /** Another label for Cancel; false removes the button. */
  cancel?: string | false;
  /** Empties the fields after success. */
  resetAfter?: boolean;
  children?: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLFormElement>;
}

export function Form({
  onSubmit,
  submit,
  cancel = m.parts.cancel,
  resetAfter,
  children,
  ...props
}: FormProps) {
  const dialog = use(DialogContext);
  const onCancel = props.onCancel ?? dialog?.onClose;
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [sentence, setSentence] = useState('');
  const [sending, setSending] = useState(false);
  // State is set too late to block a second press in the same frame.
  const underWay = useRef(false);

  async function send(form: HTMLFormElement) {
    if (underWay.current) return;
    const complaints = findComplaints(form);
    setErrors(complaints);
    setSentence('');
    if (Object.keys(complaints).length > 0) return focusFirst(form, complaints);
    underWay.current = true;
    setSending(true);
    try {
      const isDone = await onSubmit(new FormData(form), form);
      if (resetAfter) form.reset();
      if (isDone !== false) dialog?.onClose();
    } catch (error) {
      const { shown, rest } = splitDetails(form, error);
      setErrors(shown);
      setSentence(rest);
      focusFirst(form, shown);
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  const clear = (name: string) =>
    setErrors((before) => {
      if (!(name in before)) return before;
      const { [name]: _mended, ...others } = before;
      return others;
    });

  return (
    <form
      ref={props.ref}
      className={classes('form', props.className)}
      aria-label={props.label ?? dialog?.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The form of a dialog is in the React tree of the form that opened it.
        event.stopPropagation();
        void send(event.currentTarget);
      }}
    >
      <FormContext value={{ sending, errors, clear }}>
        {sentence && (
          <Notice look="danger" alert>
            {sentence}
          </Notice>
        )}
        {children}
        {submit !== undefined && (
          <FormActions>
            {onCancel && cancel && <Button onClick={onCancel}>{cancel}</Button>}
            {typeof submit === 'string' ? (
              <Button type="submit" look="primary">
                {submit}
              </Button>
            ) : (
              submit
            )}
          </FormActions>
        )}
      </FormContext>
    </form>
  );
}

const isControl = (element: Element): element is HTMLInputElement =>
  'validity' in element && 'name' in element && element.name !== '';

function findComplaints(form: HTMLFormElement): Record<string, string[]> {
  const wrong = [...form.elements].filter(isControl).filter((control) => !control.validity.valid);
  return Object.fromEntries(wrong.map((control) => [control.name, [complaintOf(control)]]));
}

/** `details` may name fields that this form does not show; those become part of the sentence. */
function splitDetails(form: HTMLFormElement, error: unknown) {
  const details = Object.entries(findRefusal(error)?.details ?? {});
  const names = new Set([...form.elements].filter(isControl).map((control) => control.name));
  const shown = details.filter(([name]) => names.has(name));
  const hidden = details.filter(([name]) => !names.has(name));
  const rest = [
    ...(shown.length === 0 ? [sentenceOf(error)] : []),
    ...hidden.flatMap(([, messages]) => messages),
  ];
  return { shown: Object.fromEntries(shown), rest: [...new Set(rest)].join(' ') };
}

function focusFirst(form: HTMLFormElement, errors: Record<string, unknown>): void {
  const first = [...form.elements].filter(isControl).find((control) => control.name in errors);
  first?.focus();
}
