# Puts the shared tickets into the tables of Redmine and prints what the requests need.
require 'json'
data = JSON.parse(File.read(ENV.fetch('BENCH_DATA')))
at = ->(ms) { Time.at(ms / 1000.0) }

Setting.rest_api_enabled = '1'
trackers = Tracker.order(:id).to_a
statuses = IssueStatus.order(:id).pluck(:name, :id).to_h
status_ids = {
  'backlog' => 'New', 'todo' => 'Feedback', 'in_progress' => 'In Progress',
  'in_review' => 'Resolved', 'done' => 'Closed', 'cancelled' => 'Rejected'
}.transform_values { |name| statuses.fetch(name) }
priorities = IssuePriority.order(:position).pluck(:id)
priority_ids = %w[lowest low medium high highest].zip(priorities).to_h
tracker_ids = Hash.new(trackers[1].id).merge('BUG' => trackers[0].id)
developer = Role.givable.find_by!(name: 'Developer')

people = data['people'].each_with_index.map do |person, index|
  first, last = person['name'].split(' ', 2)
  user = User.new(firstname: first, lastname: last || first, mail: person['email'], language: 'en')
  user.login = "person#{index + 1}"
  user.password = SecureRandom.hex(20)
  user.save!
  user
end
projects = data['projects'].map do |project|
  created = Project.new(name: project['name'], identifier: project['key'].downcase, is_public: false)
  created.enabled_module_names = ['issue_tracking']
  created.trackers = trackers
  created.save!
  project['members'].each { |number| Member.create!(project: created, principal: people[number - 1], roles: [developer]) }
  created
end

data['tickets'].each_with_index.each_slice(500) do |tickets|
  Issue.insert_all!(tickets.map { |ticket, index|
    updated = at.(ticket['updatedAt'])
    closed = %w[done cancelled].include?(ticket['status'])
    {
      id: index + 1, root_id: index + 1, lft: 1, rgt: 2,
      project_id: projects[ticket['project'] - 1].id, tracker_id: tracker_ids[ticket['type']],
      status_id: status_ids.fetch(ticket['status']), priority_id: priority_ids.fetch(ticket['priority']),
      author_id: people[ticket['reporter'] - 1].id, assigned_to_id: ticket['assignee'] && people[ticket['assignee'] - 1].id,
      subject: ticket['title'][0, 255], description: ticket['description'],
      created_on: at.(ticket['createdAt']), updated_on: updated, closed_on: closed ? updated : nil
    }
  })
  comments = tickets.flat_map { |ticket, index|
    ticket['comments'].map { |comment|
      {
        journalized_id: index + 1, journalized_type: 'Issue', user_id: people[comment['author'] - 1].id,
        notes: comment['content'], created_on: at.(comment['createdAt'])
      }
    }
  }
  Journal.insert_all!(comments) if comments.any?
end
connection = ActiveRecord::Base.connection
connection.reset_pk_sequence!('issues') if connection.respond_to?(:reset_pk_sequence!)
connection.execute('analyze')

puts JSON.generate(
  apiKey: people[data['reader'] - 1].api_key, version: Redmine::VERSION.to_s,
  statuses: status_ids, priority: priority_ids['medium']
)
