-- Emoji that people put on tickets and comments. The item is the comment, or the ticket if there is none.
create table emoji_reactions (
  item_id text not null,
  emoji text not null check (length(emoji) between 1 and 64),
  user_id text not null references users (id) on delete cascade,
  ticket_id text not null references tickets (id) on delete cascade,
  comment_id text references comments (id) on delete cascade,
  created_at bigint not null,
  primary key (item_id, emoji, user_id)
) /*sqlite without rowid*/;
create index emoji_reactions_by_user on emoji_reactions (user_id);
create index emoji_reactions_of_ticket on emoji_reactions (ticket_id);
create index emoji_reactions_of_comment on emoji_reactions (comment_id);

-- Most tickets and comments have none: the counts spare reading the table.
alter table tickets add column reaction_count integer not null default 0;
alter table comments add column reaction_count integer not null default 0;
