export { type AuditAction, auditActionNames } from './audit-actions.ts';
export { addRoutes } from './audit-routes.ts';
export {
  type AuditDetails,
  type AuditSource,
  type AuditSubject,
  actingAs,
  recordAdminRead,
  recordAudit,
} from './record-audit.ts';
