export { addRoutes } from './audit-routes.ts';
export { listAuditEntries, listSelfMadeAdmins, type SelfMadeAdmin } from './audit-store.ts';
export {
  type AuditDetails,
  type AuditSource,
  actingAs,
  recordAdminRead,
  recordAudit,
} from './record-audit.ts';
