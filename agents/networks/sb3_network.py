"""The network of a saved Stable-Baselines3 model, built from JSON and tensors.

The library keeps the spaces, the class of the policy and its arguments as pickles, which run what
they like when they are loaded and which another numpy may not read. None of that is needed: the
tensors' names say which policy it is and their shapes how wide its layers are, the entry of
`agents.networks.checkpoint` holds the sizes of the observation and of the action space, and the
activation stands in the library's own JSON in words.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.qrdqn.policies import QRDQNPolicy
from stable_baselines3.common.policies import ActorCriticPolicy, BasePolicy
from stable_baselines3.common.torch_layers import FlattenExtractor
from stable_baselines3.dqn.policies import DQNPolicy
from torch import nn

ACTIVATIONS: Final[dict[str, type[nn.Module]]] = {
    one.__name__: one for one in (nn.ReLU, nn.Tanh, nn.ELU, nn.GELU, nn.LeakyReLU, nn.SiLU)
}
"""Those that a saved model can be built with."""
Tensors = dict[str, torch.Tensor]


def load_network(path: Path, entry: dict[str, Any]) -> BasePolicy:
    """Return the network of a model that `agents.networks.checkpoint.save` wrote.

    Args:
        path: the file.
        entry: what `checkpoint.read` returned.

    Raises:
        ValueError: for a model that is no plain network of layers on flat observations; also
            anything that the reading of a damaged file raises.
    """
    with zipfile.ZipFile(path) as archive:
        words = json.loads(archive.read("data"))["policy_kwargs"]
        content = archive.read("policy.pth")
    tensors = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    size = max(field[1] for field in entry["table"]["observation"].values())
    # The library's JSON says ``<class 'torch.nn.modules.activation.ReLU'>``.
    activation = str(words.get("activation_fn", "")).rpartition(".")[2].rstrip("'>")
    return build_network(tensors, size, entry["table"]["num_actions"], activation)


def build_network(tensors: Tensors, size: int, num_actions: int, activation: str) -> BasePolicy:
    """Build the policy that tensors of these names and shapes belong to.

    Args:
        tensors: the policy's, by name.
        size: length of an observation.
        num_actions: A.
        activation: a name in `ACTIVATIONS`; empty for the library's default.

    Raises:
        ValueError: for tensors of another kind of policy, or another activation.
        RuntimeError: for tensors of the wrong shape.
    """
    observation = spaces.Box(-np.inf, np.inf, (size,), np.float32)
    actions = spaces.Discrete(num_actions)
    kind: type[BasePolicy]
    arguments: dict[str, Any]
    if "action_net.weight" in tensors:
        kind, usual = MaskableActorCriticPolicy, "Tanh"
        parts = {"pi": "mlp_extractor.policy_net.", "vf": "mlp_extractor.value_net."}
        arguments = {"net_arch": {part: _widths(tensors, prefix) for part, prefix in parts.items()}}
    elif "q_net.q_net.0.weight" in tensors:
        kind, usual = DQNPolicy, "ReLU"
        arguments = {"net_arch": _widths(tensors, "q_net.q_net.")[:-1]}
    elif "quantile_net.quantile_net.0.weight" in tensors:
        kind, usual = QRDQNPolicy, "ReLU"
        *hidden, last = _widths(tensors, "quantile_net.quantile_net.")
        arguments = {"net_arch": hidden, "n_quantiles": last // num_actions}
    else:
        raise ValueError(
            f"tensors {', '.join(sorted(tensors)[:4])}, ...: expected those of an actor-critic "
            "network of layers, of a DQN or of a QR-DQN"
        )
    name = activation or usual
    if name not in ACTIVATIONS:
        raise ValueError(f"activation {name!r}: expected one of {', '.join(ACTIVATIONS)}")
    network = kind(observation, actions, _no_rate, activation_fn=ACTIVATIONS[name], **arguments)
    network.load_state_dict(tensors)
    return network


def describe_network(network: BasePolicy) -> dict[str, Any] | None:
    """Return the arguments of `build_network` for a policy, tensors as arrays; `None` if it cannot.

    A subclass, or a policy that extracts features of its own, cannot be built from its tensors.
    """
    kinds = (MaskableActorCriticPolicy, ActorCriticPolicy, DQNPolicy, QRDQNPolicy)
    plain: Any = network
    if type(network) not in kinds or plain.features_extractor_class is not FlattenExtractor:
        return None
    return {
        "tensors": {name: one.numpy() for name, one in network.state_dict().items()},
        "size": int(np.prod(network.observation_space.shape or ())),
        "num_actions": int(plain.action_space.n),
        "activation": plain.activation_fn.__name__,
    }


def _widths(tensors: Tensors, prefix: str) -> list[int]:
    """Return the widths of layers, in order."""
    layers = {
        int(name.removeprefix(prefix).partition(".")[0]): len(tensor)
        for name, tensor in tensors.items()
        if name.startswith(prefix) and name.endswith(".weight")
    }
    return [width for _, width in sorted(layers.items())]


def _no_rate(_: float) -> float:
    """Return the learning rate of a network that is not trained."""
    return 0.0
