import { useQuery } from '@tanstack/react-query';
import type { BootProject, Gates } from '../../../../sdk/index.ts';
import { api, queryClient } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Select } from '../../../parts/controls/select.tsx';
import { Switch } from '../../../parts/controls/switch.tsx';
import { Card } from '../../../parts/display/card.tsx';
import { Loaded } from '../../../parts/display/loaded.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { gatesQuery } from './agent-settings-queries.ts';

/** What a ticket of the project needs before it is done. */
export function GatesSection({ project }: { project: BootProject }) {
  const query = useQuery(gatesQuery(project.id));
  return <Loaded query={query}>{(given) => <GateSwitches project={project} given={given} />}</Loaded>;
}

function GateSwitches({ project, given }: { project: BootProject; given: Gates }) {
  const texts = m.projects.settings.agents.gates;
  const may = project.may.edit;
  const save = (body: Partial<Gates>) =>
    void attempt(async () => {
      const { data } = await api.setGates({ params: { id: project.id }, body });
      queryClient.setQueryData(gatesQuery(project.id).queryKey, data);
    });
  return (
    <Section title={texts.title} text={may ? texts.text : project.mayNot.edit}>
      <Card rows>
        {(['criteria', 'checks'] as const).map((gate) => (
          <div key={gate} className="settings-card-row">
            <Switch
              label={texts[gate]}
              hint={texts.hints[gate]}
              checked={given[gate]}
              disabled={!may}
              onChange={(on) => save({ [gate]: on })}
            />
          </div>
        ))}
        <div className="settings-card-row">
          <Field row label={texts.review} name="review" hint={texts.hints.review}>
            <Select
              disabled={!may}
              value={given.review}
              options={(Object.keys(texts.reviews) as Gates['review'][]).map((value) => ({
                value,
                label: texts.reviews[value],
              }))}
              onChange={(review) => save({ review })}
            />
          </Field>
        </div>
      </Card>
    </Section>
  );
}
