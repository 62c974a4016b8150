export { addRoutes } from './audit-routes.ts';
export { type AuditSource, actingAs, recordAdminRead, recordAudit } from './record-audit.ts';
