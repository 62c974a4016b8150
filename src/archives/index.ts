export {
  type ArchivedRow,
  type ArchiveHeader,
  type ArchiveManifest,
  archiveFieldName,
  archiveFormatVersion,
  decodeField,
  parseHeader,
  parseManifest,
  parsePartName,
} from './archive-format.ts';
export {
  type ArchiveKind,
  archiveKinds,
  findKind,
  kindNamed,
  peopleKind,
  type Reference,
} from './archive-kind-store.ts';
export { addRoutes } from './archive-routes.ts';
export { canMoveInstance } from './export-archive.ts';
export { archivedColumns } from './read-parts.ts';
