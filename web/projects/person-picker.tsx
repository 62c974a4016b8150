import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { FoundPerson } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { Picker } from '../parts/popups/picker.tsx';
import { foundPeopleQuery } from './project-queries.ts';

export interface PersonPickerProps {
  /** The name of the button: what is done with the person. */
  label: string;
  /** People who cannot be picked, because they are members already. */
  memberIds: readonly string[];
  onPick: (person: FoundPerson) => void;
  /** True if it is the main action of its place. */
  primary?: boolean;
}

/** A button that finds people by name or e-mail address, and picks one. */
export function PersonPicker({ label, memberIds, onPick, primary = false }: PersonPickerProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useDeferredValue(text.trim());
  const { data = [], isFetching } = useQuery({ ...foundPeopleQuery(search), enabled: open });
  const texts = m.projects.settings.members;
  return (
    <Picker
      label={texts.find}
      placeholder={texts.find}
      align="end"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setText('');
      }}
      trigger={
        <Button icon="plus" look={primary ? 'primary' : 'plain'}>
          {label}
        </Button>
      }
      value={null}
      loading={isFetching}
      onSearch={setText}
      options={data.map(({ id, name, email, image, isAgent }) => ({
        id,
        label: name,
        hint: isAgent ? texts.agent : email,
        before: <Avatar name={name} id={id} image={image} agent={isAgent} size="small" />,
        disabled: memberIds.includes(id) ? texts.alreadyMember : undefined,
      }))}
      onChange={(id) => {
        const person = data.find((each) => each.id === id);
        if (person) onPick(person);
      }}
    />
  );
}
