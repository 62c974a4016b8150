import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { Switch } from '../parts/controls/switch.tsx';
import { Tabs } from '../parts/controls/tabs.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { KeyHint } from '../parts/display/key-hint.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { SelectField } from '../parts/forms/select-field.tsx';
import { TextField } from '../parts/forms/text-field.tsx';

const looks = ['plain', 'primary', 'danger', 'quiet'] as const;
const themes = [
  { value: 'system', label: 'System', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const;

export function Controls() {
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system');
  return (
    <>
      <div className="design-row">
        {looks.map((look) => (
          <Button key={look} look={look} icon={look === 'danger' ? 'trash' : 'plus'}>
            {look}
          </Button>
        ))}
        <Button look="primary" size="large">
          Large
        </Button>
      </div>
      <div className="design-row">
        {looks.map((look) => (
          <Button key={look} look={look} disabled="Only administrators can do this.">
            {look} off
          </Button>
        ))}
        <Button look="primary" busy>
          Busy
        </Button>
      </div>
      <div className="design-row">
        <IconButton icon="plus" label="New ticket" keys="c" />
        <IconButton icon="star" label="Star" aria-pressed="true" />
        <IconButton icon="filter" label="Filter" look="plain" />
        <IconButton icon="trash" label="Delete" disabled="You cannot delete this." />
        <KeyHint keys="Mod+k" />
        <KeyHint keys="g b" />
        <KeyHint keys="Shift+ArrowRight" />
      </div>
      <div className="design-row">
        <Segmented label="Theme" options={themes} value={theme} onChange={setTheme} />
        <Segmented
          label="View"
          options={[
            { value: 'list', label: 'List', icon: 'list', iconOnly: true },
            { value: 'board', label: 'Board', icon: 'board', iconOnly: true },
          ]}
          value="board"
          onChange={() => {}}
        />
        <Tabs label="Views">
          <a href="#list" aria-current="page">
            List
          </a>
          <a href="#board">Board</a>
          <a href="#calendar">Calendar</a>
        </Tabs>
      </div>
      <div className="design-row">
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Mixed" mixed />
        <Checkbox label="Unchecked" hint="With a hint under it" />
        <Checkbox label="Disabled" disabled defaultChecked />
        <Switch label="On" defaultChecked hint="Takes effect at once" />
        <Switch label="Off" />
        <Switch label="Disabled" disabled />
      </div>
      <Form label="Example" onSubmit={refuse}>
        <div className="design-fields">
          <Field label="Title" name="title" required>
            <TextInput defaultValue="Sign-in fails after a password reset" />
          </Field>
          <Field label="Email" name="email" hint="We send the invitation to it." optional>
            <TextInput type="email" placeholder="ada@example.org" />
          </Field>
          <TextField label="Key" name="key" error="The key PAY is taken." defaultValue="PAY" />
          <TextField label="Search" labelHidden type="search" icon="search" placeholder="Search" />
          <TextField
            label="Password"
            type="password"
            defaultValue="secret"
            end={<IconButton icon="eye" label="Show password" />}
          />
          <SelectField
            label="Role"
            options={[
              { value: 'member', label: 'Member' },
              { value: 'viewer', label: 'Viewer' },
            ]}
          />
          <TextField label="Read only" defaultValue="cannot be changed" readOnly />
          <TextField label="Large" look="large" defaultValue="In dialogs" />
          <Field label="Description">
            <TextArea defaultValue={'A text area\nthat grows with its text.'} />
          </Field>
        </div>
        <FormActions>
          <Button>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </FormActions>
      </Form>
    </>
  );
}

/** Answers as the server does, so that both ways of showing a refusal can be tried. */
async function refuse(values: FormData): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 600));
  const details = values.get('email') ? undefined : { email: ['Enter an email address.'] };
  throw Object.assign(new Error('The project is archived.'), { status: 400, code: 'invalid', details });
}
