import type { Ticket } from '../tickets/index.ts';

/** A person as the file of another product names them; at least one field is set. */
export interface SourcePerson {
  /** How the product identifies a person: a login, an account id. */
  login?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

export interface SourceComment {
  /** Unique among the comments of the product; made from ticket and position if the file has none. */
  sourceId: string;
  author: SourcePerson | undefined;
  content: string;
  createdAt: number | undefined;
}

export interface SourceChecklistItem {
  text: string;
  done: boolean;
  assignee: SourcePerson | undefined;
}

/** `from` is the ticket that has the link; `to` is the `sourceId` or the key of another ticket. */
export interface SourceLink {
  kind: 'blocks' | 'blocked_by' | 'duplicates' | 'duplicated_by' | 'relates' | 'parent';
  to: string;
}

export interface SourceGroup {
  name: string;
  kind: 'cycle' | 'milestone';
  startsAt?: number | undefined;
  endsAt?: number | undefined;
}

/** A file that a ticket or one of its comments refers to. It becomes an attachment if an archive of the import has it. */
export interface SourceFileReference {
  name: string;
  /** Docket fetches nothing from it: without the file, it becomes a link in the description. */
  url?: string | undefined;
  /** Ends of the path under which an archive may have the file, the surest first. */
  paths: string[];
  /** How the texts of the ticket refer to it; replaced by the address of the attachment. */
  inText?: string | undefined;
  author?: SourcePerson | undefined;
  createdAt?: number | undefined;
}

/** Something that Docket keeps in another form, or does not keep. */
export interface Note {
  kind: 'changed' | 'lost';
  /** The same words for the same reason: the report counts them. */
  what: string;
}

/** What was chosen for a word of the product, so that the report can show the whole mapping. */
export interface MappedWord {
  field: 'status' | 'priority' | 'type';
  from: string;
  to: string;
}

/** A ticket of another product, in the words of Docket. Every reader produces this; the writer knows nothing else. */
export interface SourceTicket {
  /** Unique within product and project: a ticket of the same `sourceId` is never imported twice. */
  sourceId: string;
  /** How people named it: `ACME-12`, `acme/app#12`. */
  key: string | undefined;
  /** How a report names it, if neither the key nor the `sourceId` is a name that people know. */
  shownAs?: string | undefined;
  /** Kept as number of the ticket where it is free. */
  number: number | undefined;
  url: string | undefined;
  title: string;
  description: string | undefined;
  type: Ticket['type'];
  status: Ticket['status'];
  priority: Ticket['priority'];
  reporter: SourcePerson | undefined;
  /** Docket has one; the others are named in the description. */
  assignees: SourcePerson[];
  labels: { name: string; color?: string | undefined }[];
  group: SourceGroup | undefined;
  /** Beside a group that is a cycle. */
  milestone?: SourceGroup | undefined;
  checklist?: SourceChecklistItem[];
  links: SourceLink[];
  comments: SourceComment[];
  files: SourceFileReference[];
  createdAt: number | undefined;
  updatedAt: number | undefined;
  completedAt: number | undefined;
  dueDate: number | undefined;
  /** In points; kept if the project estimates in points. */
  estimate: number | undefined;
  words: MappedWord[];
  notes: Note[];
}

/** A file in an archive of the import; `archive` is the position of the archive among the files of the import. */
export interface SourceMember {
  archive: number;
  path: string;
  bytes: number;
}

/** What a reader finds: a ticket, a comment or file reference that stands apart from its ticket, or a file in an archive. */
export type SourceItem =
  | { ticket: SourceTicket }
  | { comment: SourceComment; of: string }
  | { file: SourceFileReference; of: string }
  | { member: SourceMember };
