#include "plot/label_places.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace yett {
namespace {

/// Labels that touch one another.
struct Cluster {
  std::vector<std::size_t> labels;  // from the top down
  double height = 0;
  double top_wishes = 0;  // the sum of where its labels wish the cluster's top to be

  [[nodiscard]] double top(double highest, double lowest_bottom) const {
    const double wish = top_wishes / static_cast<double>(labels.size());
    return std::max(highest, std::min(wish, lowest_bottom - height));
  }
};

Cluster cluster_of(std::size_t label, const LabelWish& wish) {
  return {.labels = {label}, .height = wish.height, .top_wishes = wish.at - wish.above};
}

/// Puts a cluster below another.
void join(Cluster& upper, const Cluster& lower) {
  upper.top_wishes += lower.top_wishes - upper.height * static_cast<double>(lower.labels.size());
  upper.height += lower.height;
  upper.labels.insert(upper.labels.end(), lower.labels.begin(), lower.labels.end());
}

std::vector<std::size_t> order_of(const std::vector<LabelWish>& wishes) {
  std::vector<std::size_t> order(wishes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&wishes](std::size_t a, std::size_t b) {
    return wishes[a].at != wishes[b].at ? wishes[a].at < wishes[b].at : a > b;
  });
  return order;
}

}  // namespace

std::vector<double> place_labels(const std::vector<LabelWish>& wishes, double top, double bottom) {
  std::vector<Cluster> clusters;
  for (const std::size_t label : order_of(wishes)) {
    clusters.push_back(cluster_of(label, wishes[label]));
    while (clusters.size() > 1) {
      Cluster& upper = clusters[clusters.size() - 2];
      const Cluster& lower = clusters.back();
      if (upper.top(top, bottom) + upper.height <= lower.top(top, bottom)) break;
      join(upper, lower);
      clusters.pop_back();
    }
  }
  std::vector<double> tops(wishes.size());
  for (const Cluster& cluster : clusters) {
    double at = cluster.top(top, bottom);
    for (const std::size_t label : cluster.labels) {
      tops[label] = at;
      at += wishes[label].height;
    }
  }
  return tops;
}

}  // namespace yett
