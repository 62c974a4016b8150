import { useState } from 'react';
import type { Group } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Select } from '../../parts/controls/select.tsx';
import { TextArea } from '../../parts/controls/text-area.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { dayOf } from '../../parts/dates/dates.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { refreshProjects } from '../project-queries.ts';
import './group-dialog.css';

/** Edits a group, or makes one: a cycle, or what the person chooses. */
export function openGroupDialog(projectId: string, group?: Group | 'cycle'): void {
  const { edit, create } = m.projects.settings.groups;
  const onlyCycle = group === 'cycle';
  const title = onlyCycle ? m.overview.cycles.create : group ? edit : create;
  openDialog(
    { title, size: 'small' },
    <GroupForm group={onlyCycle ? undefined : group} onlyCycle={onlyCycle} projectId={projectId} />,
  );
}

const kinds = ['cycle', 'milestone', 'list'] as const;

interface GroupFormProps {
  group: Group | undefined;
  onlyCycle: boolean;
  projectId: string;
}

function GroupForm({ group, onlyCycle, projectId }: GroupFormProps) {
  const [kind, setKind] = useState<Group['kind']>(group?.kind ?? 'cycle');
  const [starts, setStarts] = useState(group?.startsAt ? dayOf(group.startsAt) : '');
  const [ends, setEnds] = useState(group?.endsAt ? dayOf(group.endsAt) : '');
  const texts = m.projects.settings.groups;
  const created = onlyCycle ? m.overview.cycles.createAction : texts.createAction;
  const isWrong = starts !== '' && ends !== '' && ends < starts;

  async function save(values: FormData) {
    if (isWrong) return false;
    const name = textOf(values, 'name').trim();
    const description = textOf(values, 'description').trim();
    const body = { name, kind, description, startsAt: starts || null, endsAt: ends || null };
    if (group) await api.updateGroup({ params: { id: group.id }, body });
    else await api.createGroup({ body: { ...body, projectId } });
    await refreshProjects();
    showToast({ text: texts.saved(name) });
  }

  return (
    <Form onSubmit={save} submit={group ? texts.save : created}>
      <Field label={m.words.name} name="name" required>
        <TextInput look="large" defaultValue={group?.name} autoComplete="off" />
      </Field>
      {!onlyCycle && (
        <Field label={m.words.kind} name="kind">
          <Select
            look="large"
            options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
            value={kind}
            onChange={setKind}
          />
        </Field>
      )}
      <Field label={m.words.description} name="description" optional>
        <TextArea rows={2} maxLength={2000} defaultValue={group?.description} />
      </Field>
      <div className="group-dates">
        <Field label={texts.starts} name="startsAt" optional>
          <TextInput
            type="date"
            look="large"
            value={starts}
            onChange={(event) => setStarts(event.target.value)}
          />
        </Field>
        <Field label={texts.ends} name="endsAt" optional error={isWrong ? texts.endsBeforeStart : undefined}>
          <TextInput
            type="date"
            look="large"
            value={ends}
            onChange={(event) => setEnds(event.target.value)}
          />
        </Field>
      </div>
    </Form>
  );
}
