export const tables = {
  comments: 'id ticket_id author_id created_at content content_folded',
  groups: 'id kind',
  ticket_count_changes:
    'change home_id status priority type created_at completed_at due_date commented_at assignee_id',
  ticket_group_moves: 'ticket_id at from_group_id to_group_id',
  ticket_labels: 'ticket_id label_id',
  ticket_moves: 'home_id ticket_id at from_status to_status',
  ticket_origins: 'ticket_id key_folded',
  ticket_criteria: 'ticket_id position text text_folded',
  tickets: `id number title title_folded description description_folded status status_rank priority priority_rank type
    estimate_hundredths triage project_id home_id parent_id group_id milestone_id reporter_id assignee_id
    due_date completed_at created_at updated_at deleted_at version shipped_in`,
  private: `checklist_items comment_mentions cycle_schedules emoji_reactions labels project_fields
    ticket_reviewers ticket_reviews ticket_field_values ticket_former_numbers ticket_links ticket_relations ticket_schedules
    ticket_templates ticket_title_words ticket_watchers time_logs`,
};
