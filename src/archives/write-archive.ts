import type { DatabaseAddress } from '../platform/db/index.ts';
import { toIso } from '../platform/instant.ts';
import type { Storage } from '../platform/storage/index.ts';
import { type ArchiveSink, ArchiveWriter } from '../platform/tar/index.ts';
import {
  type ArchiveHeader,
  type ArchiveManifest,
  archiveFormat,
  archiveFormatVersion,
  partNames,
} from './archive-format.ts';
import type { ArchivedFile } from './read-parts.ts';
import type { RowThreads } from './row-threads.ts';

const missingFilesNamed = 100;

export interface ArchiveInput {
  threads: RowThreads;
  database: DatabaseAddress;
  storage: Storage;
  docketVersion: string;
  createdAt: number;
  /** Undefined for the whole instance. */
  project: { id: string; key: string; name: string } | undefined;
}

/** Writes the archive of an instance or a project into a sink, part by part. */
export async function writeArchive(input: ArchiveInput, sink: ArchiveSink): Promise<ArchiveManifest> {
  const { threads, database, storage, docketVersion, createdAt, project } = input;
  const archive = new ArchiveWriter(sink, createdAt);
  const header: ArchiveHeader = {
    format: archiveFormat,
    formatVersion: archiveFormatVersion,
    docketVersion,
    createdAt: toIso(createdAt),
    ...(project && { project }),
  };
  const manifest: ArchiveManifest = {
    ...header,
    kinds: [],
    parts: [],
    files: { count: 0, bytes: 0, missing: [] },
  };
  await archive.add(partNames.header, toJson(header));
  let number = 0;
  for await (const { kind, packed, rows, files } of threads.readParts({ database, projectId: project?.id })) {
    let entry = manifest.kinds.at(-1);
    if (entry?.name !== kind) {
      entry = { name: kind, rows: 0 };
      manifest.kinds.push(entry);
      number = 0;
    }
    entry.rows += rows;
    const written = await archive.add(partNames.rows(kind, ++number), packed);
    manifest.parts.push({ ...written, rows });
    for (const file of files) await writeFile(archive, storage, file, manifest.files);
  }
  const { sha256 } = await archive.add(partNames.manifest, toJson(manifest));
  await archive.add(partNames.manifestHash, Buffer.from(`${sha256}  ${partNames.manifest}\n`));
  await archive.finish();
  return manifest;
}

async function writeFile(
  archive: ArchiveWriter,
  storage: Storage,
  { key, bytes, sha256: expected }: ArchivedFile,
  written: ArchiveManifest['files'],
): Promise<void> {
  const content = await storage.open(key);
  if (content) {
    const { sha256, isWhole } = await archive.addStream(partNames.file(key), bytes, content);
    written.count++;
    written.bytes += bytes;
    if (isWhole && sha256 === expected) return;
  }
  if (written.missing.length < missingFilesNamed) written.missing.push(key);
}

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
