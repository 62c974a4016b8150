export {
  type Actor,
  type ApiKeyScope,
  apiKeyScopes,
  canManageAccess,
  canManageInstance,
  findKeyRefusal,
  isInSession,
  isReadOnly,
  type KeyHolder,
  keyAllowsProject,
  keyProjectLimit,
  ownerAllows,
} from './actor.ts';
export { type ActorRow, actorColumns, actorCondition } from './actor-store.ts';
export type { MatchedUser } from './code-login-store.ts';
export { type CodeAuthor, matchAuthors } from './code-logins.ts';
export { buildActor, findActor, getActorInNameOf, getActorOfJob } from './find-actor.ts';
export { assertEmailVerified, getUserByEmail } from './get-user.ts';
export {
  type PermissionRules,
  type Permissions,
  permissionFields,
  permissionsBy,
} from './permissions.ts';
export { getSettings, PersonalSettings, userEvents } from './personal-settings.ts';
export {
  changePreferences,
  findTimezone,
  getPreferences,
  isTimezone,
  type Theme,
  turnOffMail,
} from './preferences.ts';
export { listNotifiableUsers, type MailPreference, type NotifiableUser } from './preferences-store.ts';
export { PublicUser, userIn } from './present-user.ts';
export { getProfile } from './profile.ts';
export { requirePermission, type Scope, scopeWithin, scopeWithoutRequest } from './scope.ts';
export { type InstanceRole, instanceRoles, type User } from './user.ts';
export { addRoutes } from './user-routes.ts';
export {
  presentPreferences,
  presentUpdatedProfile,
  UpdatedProfile,
  UserPreferences,
} from './user-schemas.ts';
export {
  claimFirstAccount,
  countAccounts,
  findUserByEmail,
  findUserById,
  hasAccounts,
  insertUser,
  listOwnedAgents,
  listUsers,
  lockUser,
  setAgentOwner,
  updateAgentRow,
  updateEmailVerified,
  updateProfileRow,
  updateUserActive,
  updateUserRole,
} from './user-store.ts';
