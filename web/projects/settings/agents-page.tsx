import { AutomationSection } from './agents/automation-section.tsx';
import { BranchesSection } from './agents/branches-section.tsx';
import { GatesSection } from './agents/gates-section.tsx';
import { LimitsSection } from './agents/limits-section.tsx';
import { MemorySection } from './agents/memory-section.tsx';
import { WorkflowSection } from './agents/workflow-section.tsx';
import { useSettingsProject } from './use-settings-project.ts';

/** When agents start, how much they may do, where they may push, and what they should know. */
export function AgentsPage() {
  const project = useSettingsProject();
  return (
    <>
      <AutomationSection projectId={project.id} />
      <LimitsSection project={project} />
      <GatesSection project={project} />
      <BranchesSection project={project} />
      <WorkflowSection project={project} />
      <MemorySection project={project} />
    </>
  );
}
