import { useQuery } from '@tanstack/react-query';
import type { ProjectAutomation, ProjectWithPermissions } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Switch } from '../../../parts/controls/switch.tsx';
import { Card } from '../../../parts/display/card.tsx';
import { Loaded } from '../../../parts/display/loaded.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { projectQuery, refreshProjects } from '../../project-queries.ts';
import { StatusRules } from './status-rules.tsx';

/** What starts agents, and what their tasks do with tickets. Every switch is saved at once. */
export function AutomationSection({ projectId }: { projectId: string }) {
  return (
    <Loaded query={useQuery(projectQuery(projectId))}>
      {(project) => project.automation && <Automation project={project} automation={project.automation} />}
    </Loaded>
  );
}

interface AutomationProps {
  project: ProjectWithPermissions;
  automation: ProjectAutomation;
}

function Automation({ project, automation }: AutomationProps) {
  const texts = m.projects.settings.agents;
  const may = project.may.edit;
  const save = async (change: Partial<ProjectAutomation>) => {
    await api.updateProject({ params: { id: project.id }, body: { automation: change } });
    await refreshProjects();
  };
  const switches = ['moveWithTasks', 'mentionsStartTasks', 'recheck'] as const;
  return (
    <>
      <Section title={texts.automation} text={may ? undefined : project.mayNot.edit}>
        <Card rows>
          {switches.map((name) => (
            <div key={name} className="settings-card-row">
              <Switch
                label={texts[name]}
                hint={texts[`${name}Hint`]}
                checked={automation[name]}
                disabled={!may}
                onChange={(on) => void attempt(() => save({ [name]: on }))}
              />
            </div>
          ))}
        </Card>
      </Section>
      <StatusRules
        project={project}
        rules={automation.statusRules}
        onSave={(statusRules) => save({ statusRules })}
      />
    </>
  );
}
