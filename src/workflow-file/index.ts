export {
  bytesMax as workflowBytesMax,
  parseWorkflow,
  parseWorkflowFile,
} from './parse-workflow.ts';
export { renderTemplate, type TemplateFields } from './template.ts';
export {
  type HookName,
  hookFields,
  noHooks,
  type StartRule,
  type WorkflowPolicy,
  type WorkflowProblem,
  type WorkflowStatus,
  workflowFileName,
  workflowStatuses,
} from './workflow-policy.ts';
