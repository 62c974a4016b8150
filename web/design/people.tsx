import { Avatar } from '../parts/display/avatar.tsx';

const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Donald Knuth',
  'Jürgen Weiß',
  'Plato',
];
const sizes = ['small', 'normal', 'large', 'huge'] as const;

export function People() {
  return (
    <>
      {sizes.map((size) => (
        <div className="design-row" key={size}>
          {names.map((name, index) => (
            <Avatar key={name} name={name} id={`person-${index * 3}`} size={size} named />
          ))}
          <Avatar name="Release agent" agent size={size} named />
          <Avatar size={size} />
        </div>
      ))}
    </>
  );
}
