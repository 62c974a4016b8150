import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Trigger } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Card } from '../parts/display/card.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Section } from '../parts/display/section.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { refreshInbound, triggersQuery } from './inbound-queries.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { addRule, moveRule, toRules, toTriggers } from './trigger-rules.ts';

/** Which events of other systems become tasks for agents. */
export function TriggersSection({ projectId }: { projectId: string }) {
  const query = useQuery(triggersQuery(projectId));
  return (
    <Section title={m.projects.settings.pages.triggers} text={m.inboundWebhooks.triggers.text}>
      <Loaded query={query} look="card" rows={2}>
        {(triggers) => (
          <TriggerForm key={JSON.stringify(triggers)} projectId={projectId} triggers={triggers} />
        )}
      </Loaded>
    </Section>
  );
}

function TriggerForm({ projectId, triggers }: { projectId: string; triggers: readonly Trigger[] }) {
  const [rules, setRules] = useState(() => toRules(triggers));
  const texts = m.inboundWebhooks.triggers;
  const isChanged = JSON.stringify(toTriggers(rules)) !== JSON.stringify(toTriggers(toRules(triggers)));
  return (
    <Form
      label={m.projects.settings.pages.triggers}
      onSubmit={async () => {
        await api.updateTriggers({ params: { id: projectId }, body: { triggers: toTriggers(rules) } });
        await refreshInbound();
        showToast({ text: texts.saved });
      }}
    >
      <Card rows>
        {rules.length === 0 && <EmptyState small icon="bolt" title={texts.none} />}
        {rules.map((rule, index) => (
          <TriggerFields
            key={rule.id}
            rule={rule}
            number={index + 1}
            isLast={index === rules.length - 1}
            onChange={(change) =>
              setRules(rules.map((each) => (each.id === rule.id ? { ...each, ...change } : each)))
            }
            onMove={(step) => setRules(moveRule(rules, index, index + step))}
            onRemove={() => setRules(rules.filter(({ id }) => id !== rule.id))}
          />
        ))}
      </Card>
      <div>
        <Button icon="plus" onClick={() => setRules(addRule(rules))}>
          {texts.add}
        </Button>
      </div>
      {isChanged && (
        <FormActions>
          <Button onClick={() => setRules(toRules(triggers))}>{texts.reset}</Button>
          <Button type="submit" look="primary">
            {texts.save}
          </Button>
        </FormActions>
      )}
    </Form>
  );
}
