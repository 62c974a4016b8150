-- An import without a project is one of a whole instance.
alter table imports alter column project_id drop not null;
