import type { Mesh } from './meshes.ts';

/** A program with its uniforms by name. */
export type Program = {
  readonly use: () => void;
  readonly at: (name: string) => WebGLUniformLocation | null;
};

/** Compiles and links a program. Throws with the driver's words where that fails. */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('sea: the context is lost');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) {
    const logs = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`sea: ${[gl.getProgramInfoLog(program), ...logs].join(' ')}`);
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    use: () => gl.useProgram(program),
    at(name) {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name) ?? null;
    },
  };
}

/** A mesh on the graphics processor, with the number of values of each of its attributes. */
export type Drawable = { readonly draw: () => void; readonly free: () => void };

export function drawableOf(gl: WebGL2RenderingContext, { values, indices }: Mesh, sizes: readonly number[]): Drawable {
  const array = gl.createVertexArray();
  const [points, order] = [gl.createBuffer(), gl.createBuffer()];
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, points);
  gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, order);
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  const stride = 4 * sizes.reduce((sum, size) => sum + size, 0);
  let offset = 0;
  for (const [index, size] of sizes.entries()) {
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride, offset);
    offset += 4 * size;
  }
  gl.bindVertexArray(null);
  return {
    draw() {
      gl.bindVertexArray(array);
      gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
    },
    free() {
      gl.deleteVertexArray(array);
      gl.deleteBuffer(points);
      gl.deleteBuffer(order);
    },
  };
}
