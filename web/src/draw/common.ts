// Uniforms that all materials share, and the materials' common settings.
import * as THREE from 'three';

export interface Shared {
  isOrthographic: { value: boolean };
  uShift: { value: THREE.Vector3 };
  uCut: { value: THREE.Vector4 };
  uCutting: { value: boolean }; // walls
  uCutBodies: { value: boolean }; // bodies too, through their middle
  uUp: { value: THREE.Vector3 };
  uPixel: { value: number };
  uScreen: { value: THREE.Vector2 };
}

export function sharedUniforms(): Shared {
  return {
    isOrthographic: { value: false },
    uShift: { value: new THREE.Vector3() },
    uCut: { value: new THREE.Vector4() },
    uCutting: { value: false },
    uCutBodies: { value: false },
    uUp: { value: new THREE.Vector3(0, 0, 1) },
    uPixel: { value: 1 },
    uScreen: { value: new THREE.Vector2(1, 1) },
  };
}

export function material(
  vertexShader: string,
  fragmentShader: string,
  uniforms: Record<string, THREE.IUniform>,
  more: Partial<THREE.ShaderMaterialParameters> = {},
): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({ glslVersion: THREE.GLSL3, vertexShader, fragmentShader, uniforms, ...more });
}

export function colourOf(hex: string): THREE.Vector3 {
  const n = parseInt(hex.slice(1), 16);
  return new THREE.Vector3((n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255);
}

export interface Palette {
  skyTop: string;
  skyBottom: string;
  wall: string;
  tool: string;
  line: string;
  weak: string;
  strong: string;
  ink: string;
}

export const kPalettes: Record<'light' | 'dark', Palette> = {
  light: {
    skyTop: '#fbfcfd', skyBottom: '#e3e8ee', wall: '#9fb0c3', tool: '#c9a227', line: '#5b6b7d',
    weak: '#e8b9a5', strong: '#8f1414', ink: '#1b232d',
  },
  dark: {
    skyTop: '#1c232c', skyBottom: '#0e1217', wall: '#7d90a6', tool: '#c9a227', line: '#93a5b8',
    weak: '#6b3a24', strong: '#ffd58a', ink: '#e8edf3',
  },
};
