const names = [
  'canvas surface raised hover selected line control',
  'text muted accent amber violet green red teal',
  'accent-soft amber-soft violet-soft green-soft red-soft teal-soft muted-soft',
  'avatar-0 avatar-1 avatar-2 avatar-3 avatar-4 avatar-5 avatar-6 avatar-7',
].join(' ');

const sizes = ['badge', 'meta', 'body', 'read', 'large', 'title', 'heading'];

export function Colours() {
  return (
    <>
      <div className="design-colours">
        {names.split(' ').map((name) => (
          <div className="design-colour" key={name}>
            <span className="design-swatch" style={{ background: `var(--${name})` }} />
            {name}
          </div>
        ))}
      </div>
      <div>
        {sizes.map((size) => (
          <p key={size} style={{ font: `var(--text-${size})` }}>
            {size}: The quick brown fox jumps over 1,234 lazy dogs. Größe ändern.
          </p>
        ))}
      </div>
    </>
  );
}
