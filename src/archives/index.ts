export {
  type ArchivedRow,
  type ArchiveHeader,
  type ArchiveManifest,
  archiveFormatVersion,
  decodeField,
  fieldNameOf,
  parseHeader,
  parseManifest,
  parsePartName,
} from './archive-format.ts';
export { type ArchiveKind, archiveKinds, peopleKind, type Reference } from './archive-kind-store.ts';
export { addRoutes } from './archive-routes.ts';
export { columnsOf } from './read-parts.ts';
