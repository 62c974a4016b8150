-- The order of a home's tickets by hand: a fraction in base 62, compared byte by byte. A ticket starts with the time of its
-- creation in eight digits and seven digits of its id, so that it comes last without a look at the others.
alter table tickets add column rank text not null default '';
update tickets set rank =
  substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 3521614606208 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 56800235584 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 916132832 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 14776336 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 238328 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 3844 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at / 62 % 62 + 1, 1)
  || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', created_at % 62 + 1, 1)
  || substr(id, 16, 3) || substr(id, 20, 4);
create index tickets_of_home_by_rank on tickets (home_id, rank, id) where deleted_at is null;
